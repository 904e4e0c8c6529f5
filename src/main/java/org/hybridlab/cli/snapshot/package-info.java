/** The commands of {@code hybridlab snapshot}. */
package org.hybridlab.cli.snapshot;
