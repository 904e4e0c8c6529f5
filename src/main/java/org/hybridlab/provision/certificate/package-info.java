/** Steps that renew the certificates that kubeadm made, before they end. */
package org.hybridlab.provision.certificate;
