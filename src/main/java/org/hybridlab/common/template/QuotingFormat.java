package org.hybridlab.common.template;

import java.io.IOException;
import java.io.Writer;

import freemarker.core.CommonMarkupOutputFormat;
import freemarker.core.CommonTemplateMarkupOutputModel;
import freemarker.template.TemplateModelException;

/** Makes FreeMarker write every value as a literal, except with {@code ?no_esc}. */
final class QuotingFormat extends CommonMarkupOutputFormat<QuotingFormat.Code> {
    private final String language;
    private final Quoting quoting;

    QuotingFormat(String language, Quoting quoting) {
        this.language = language;
        this.quoting = quoting;
    }

    @Override
    public String getName() {
        return language;
    }

    @Override
    public String getMimeType() {
        return null;
    }

    @Override
    public boolean isOutputFormatMixingAllowed() {
        return true;
    }

    @Override
    public void output(String text, Writer out) throws IOException, TemplateModelException {
        out.write(escapePlainText(text));
    }

    @Override
    public String escapePlainText(String text) throws TemplateModelException {
        try {
            return quoting.quote(text);
        } catch (IllegalArgumentException e) {
            throw new TemplateModelException(e.getMessage(), e);
        }
    }

    @Override
    public boolean isLegacyBuiltInBypassed(String builtIn) {
        return false;
    }

    @Override
    protected Code newTemplateMarkupOutputModel(String plain, String markup) {
        return new Code(plain, markup);
    }

    final class Code extends CommonTemplateMarkupOutputModel<Code> {
        private Code(String plain, String markup) {
            super(plain, markup);
        }

        @Override
        public QuotingFormat getOutputFormat() {
            return QuotingFormat.this;
        }
    }
}
