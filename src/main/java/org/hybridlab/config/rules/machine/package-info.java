/**
 * Rules about machines: names, sizes, boxes, architectures, Windows builds. Other parts of the lab file have packages
 * of their own.
 */
package org.hybridlab.config.rules.machine;
