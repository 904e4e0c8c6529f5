package org.hybridlab.report.diagram;

import org.hybridlab.config.model.Lab;

/** A way to draw a lab. */
public enum GraphFormat {
    /** For Markdown that knows Mermaid, on GitHub for example. */
    MERMAID(MermaidGraph::draw),
    /** For Graphviz. */
    DOT(DotGraph::draw),
    /** A picture that any browser shows. */
    SVG(SvgGraph::draw),
    /** A page with the picture and the same in words. */
    HTML(HtmlGraph::draw);

    private final Drawing drawing;

    GraphFormat(Drawing drawing) {
        this.drawing = drawing;
    }

    /** The lab in this format, with a line end. The same lab gives the same text. */
    public String draw(Lab lab) {
        return drawing.draw(lab);
    }

    private interface Drawing {
        String draw(Lab lab);
    }
}
