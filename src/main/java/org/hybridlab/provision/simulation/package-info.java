/** Steps of simulated machines, of which there is a node only. */
package org.hybridlab.provision.simulation;
