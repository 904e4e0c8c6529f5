/**
 * What must hold for a lab file, one id for each rule, independent of how the file is read. See docs/rules.md.
 */
package org.hybridlab.rules;
