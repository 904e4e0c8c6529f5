/** Steps for machines that run etcd alone. */
package org.hybridlab.provision.etcd;
