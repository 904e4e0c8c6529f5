/**
 * What must hold for a lab file, one id for each rule, independent of how the file is read: the lists in the order of
 * docs/reference/rules.md. The rules themselves are in the packages below, by subject, and know neither these lists
 * nor each other.
 */
package org.hybridlab.config.rules;
