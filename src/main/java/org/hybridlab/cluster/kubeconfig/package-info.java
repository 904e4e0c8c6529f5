/** Kubeconfig files: reading, editing, merging, and the keys in them. Talks to no server. */
package org.hybridlab.cluster.kubeconfig;
