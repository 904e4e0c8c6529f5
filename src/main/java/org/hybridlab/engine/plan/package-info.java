/** The pure model of a plan: steps, what they need, actions and probes. No action of a real step lives here. */
package org.hybridlab.engine.plan;
