/** What the user's cache holds: sizes, ages, and what may go. */
package org.hybridlab.artifact.cache;
