/**
 * A shell and files in a machine, by OpenSSH: Linux and Windows.
 */
package org.hybridlab.guest;
