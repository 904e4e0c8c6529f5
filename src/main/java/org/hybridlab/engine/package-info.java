/**
 * Runs a plan: probes, schedule, retries, journal, resume, lock, events. Knows no step by name.
 * See docs/explanation/engine.md.
 */
package org.hybridlab.engine;
