/**
 * The text of a lab file as YAML, and problems with their places in it. Knows no key of lab files, and nothing of labs.
 */
package org.hybridlab.config.file.yaml;
