/**
 * One picocli class for each command: flags in, one call, result out.
 */
package org.hybridlab.cli;
