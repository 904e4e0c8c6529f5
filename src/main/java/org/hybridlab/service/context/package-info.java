/** What every call of the service layer works with: the world outside, who hears of it, and who is asked. */
package org.hybridlab.service.context;
