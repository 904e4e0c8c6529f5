/** Steps of the pod network and its gateways. */
package org.hybridlab.provision.network;
