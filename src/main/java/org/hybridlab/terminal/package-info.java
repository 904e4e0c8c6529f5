/**
 * How progress looks: redrawn in place, as plain lines, or as JSON lines. Reads events; decides nothing.
 */
package org.hybridlab.terminal;
