/** The API server's client: nodes, pods, server-side apply, exec. Knows nothing of lab files. */
package org.hybridlab.cluster.api;
