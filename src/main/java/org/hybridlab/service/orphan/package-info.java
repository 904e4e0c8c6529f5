/** What crashes left of labs that nobody can manage any more: found by hybridlab's own labels, and removed. */
package org.hybridlab.service.orphan;
