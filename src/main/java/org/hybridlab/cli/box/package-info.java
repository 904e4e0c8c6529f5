/** The commands of {@code hybridlab box}. */
package org.hybridlab.cli.box;
