/**
 * The API server's client: nodes, pods, server-side apply, exec, and etcd's members. Knows nothing of labs' files.
 */
package org.hybridlab.kubernetes;
