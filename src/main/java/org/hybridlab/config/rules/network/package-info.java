/**
 * Rules about networks, addresses, gateways, registries and proxies, as the lab file has them. What manifests say of
 * networks is in {@code manifest}.
 */
package org.hybridlab.config.rules.network;
