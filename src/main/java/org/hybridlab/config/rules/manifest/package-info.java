/**
 * Rules about what is in the manifests of a lab's apps. Nothing here reads files: manifests come as {@code
 * ManifestObject}s.
 */
package org.hybridlab.config.rules.manifest;
