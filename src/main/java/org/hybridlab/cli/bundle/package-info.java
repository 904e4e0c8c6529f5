/** The commands of {@code hybridlab bundle}. */
package org.hybridlab.cli.bundle;
