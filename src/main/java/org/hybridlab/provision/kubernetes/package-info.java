/** Steps that make a cluster with kubeadm, or join one: control planes, workers, joined clusters. */
package org.hybridlab.provision.kubernetes;
