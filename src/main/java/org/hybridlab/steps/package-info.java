/**
 * The planners of {@code up}, {@code destroy} and {@code box package}, and one action class for each kind of step.
 */
package org.hybridlab.steps;
