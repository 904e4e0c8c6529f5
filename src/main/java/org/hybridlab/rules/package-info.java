/**
 * What must hold for a lab file, one id for each rule, independent of how the file is read.
 * See docs/reference/rules.md.
 */
package org.hybridlab.rules;
