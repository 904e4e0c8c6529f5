/**
 * What a lab needs from outside: a manifest of files, the sources that they come from, and a cache that holds only
 * what was verified. Knows no lab. See docs/reference/bundle-and-box.md.
 */
package org.hybridlab.artifact.bundle;
