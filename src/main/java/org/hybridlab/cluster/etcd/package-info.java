/** Members of etcd, as etcdctl tells of them. */
package org.hybridlab.cluster.etcd;
