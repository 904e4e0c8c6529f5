/**
 * The keys of lab files: for each its shape, and what of the lab is made of it. A rule that looks at more than the form
 * of one value is in {@code config.rules}.
 */
package org.hybridlab.config.file.reader;
