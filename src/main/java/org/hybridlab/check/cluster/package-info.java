/** Checks that any cluster must pass: nodes, pods, network, services, DNS, etcd. */
package org.hybridlab.check.cluster;
