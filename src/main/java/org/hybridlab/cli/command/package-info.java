/** One picocli class for each command that is not part of a group. */
package org.hybridlab.cli.command;
