/** Pictures of a lab's machines: Mermaid, Graphviz, SVG and HTML. Pure: a lab in, text out. */
package org.hybridlab.report.diagram;
