/** What {@code up} records of the cluster's objects, and {@code reset --soft}, which brings them back to that. */
package org.hybridlab.provision.reset;
