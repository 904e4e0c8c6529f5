/** What changed in a lab file since the last {@code up}, and the steps that bring a running lab there. */
package org.hybridlab.provision.change;
