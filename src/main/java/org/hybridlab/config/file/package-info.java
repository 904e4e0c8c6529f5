/**
 * Reading lab files and manifests, with the place of every problem, and the JSON Schema. Touches no network.
 */
package org.hybridlab.config.file;
