/**
 * Rules about apps and checks as the lab file names them. What is in their manifests is in {@code manifest}.
 */
package org.hybridlab.config.rules.app;
