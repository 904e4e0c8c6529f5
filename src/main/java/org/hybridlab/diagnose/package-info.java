/** Known failures as data, the evidence of a lab that they are matched against, and what was found. */
package org.hybridlab.diagnose;
