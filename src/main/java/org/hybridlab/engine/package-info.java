/**
 * Runs a plan: probes, schedule, retries, cancellation, events. Knows no step by name. See docs/explanation/engine.md.
 */
package org.hybridlab.engine;
