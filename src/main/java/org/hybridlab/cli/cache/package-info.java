/** The commands of {@code hybridlab cache}. */
package org.hybridlab.cli.cache;
