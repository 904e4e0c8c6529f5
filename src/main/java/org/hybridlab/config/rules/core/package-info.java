/**
 * The parts that all rules are made of: what they look at, and what they find. Knows no single rule.
 */
package org.hybridlab.config.rules.core;
