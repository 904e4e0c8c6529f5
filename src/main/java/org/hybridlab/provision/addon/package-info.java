/** Steps for what runs in {@code kube-system}: kube-proxy, CoreDNS, metrics-server. */
package org.hybridlab.provision.addon;
