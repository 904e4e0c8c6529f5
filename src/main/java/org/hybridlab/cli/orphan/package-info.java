/** What {@code list --orphans} and {@code destroy --orphans} show and ask. */
package org.hybridlab.cli.orphan;
