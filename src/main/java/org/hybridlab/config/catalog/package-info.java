/** The published boxes that hybridlab knows, and what is known of their updates. Data, read once. */
package org.hybridlab.config.catalog;
