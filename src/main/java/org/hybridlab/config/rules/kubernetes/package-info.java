/**
 * Rules about versions and about the cluster as a whole. Kubernetes' objects are in {@code manifest}.
 */
package org.hybridlab.config.rules.kubernetes;
