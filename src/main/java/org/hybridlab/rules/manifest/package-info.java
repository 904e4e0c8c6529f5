/** Rules about the manifests of a lab's apps. */
package org.hybridlab.rules.manifest;
