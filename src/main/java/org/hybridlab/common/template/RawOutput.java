package org.hybridlab.common.template;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

import freemarker.core.CommonMarkupOutputFormat;
import freemarker.core.CommonTemplateMarkupOutputModel;
import freemarker.core.Environment;
import freemarker.core.TemplateNumberFormat;
import freemarker.core.TemplateNumberFormatFactory;
import freemarker.template.TemplateBooleanModel;
import freemarker.template.TemplateModelException;
import freemarker.template.TemplateNumberModel;

/** Unquoted values: numbers and booleans, which are harmless by type. */
class RawOutput extends CommonTemplateMarkupOutputModel<RawOutput> {
    private static final Format FORMAT = new Format();

    private RawOutput(String plain, String markup) {
        super(plain, markup);
    }

    static RawOutput text(String text) {
        return new RawOutput(text, null);
    }

    @Override
    public Format getOutputFormat() {
        return FORMAT;
    }

    static final class Format extends CommonMarkupOutputFormat<RawOutput> {
        @Override
        public String getName() {
            return "bare";
        }

        @Override
        public String getMimeType() {
            return null;
        }

        @Override
        public void output(String text, Writer out) throws IOException {
            out.write(text);
        }

        @Override
        public String escapePlainText(String text) {
            return text;
        }

        @Override
        public boolean isLegacyBuiltInBypassed(String builtIn) {
            return false;
        }

        @Override
        protected RawOutput newTemplateMarkupOutputModel(String plain, String markup) {
            return new RawOutput(plain, markup);
        }
    }

    /** As in Java: no grouping, no exponent, and a decimal point. */
    static final class NumberFormatFactory extends TemplateNumberFormatFactory {
        @Override
        public TemplateNumberFormat get(String params, Locale locale, Environment environment) {
            return new NumberFormat();
        }
    }

    private static final class NumberFormat extends TemplateNumberFormat {
        @Override
        public String formatToPlainText(TemplateNumberModel model) throws TemplateModelException {
            return new java.math.BigDecimal(model.getAsNumber().toString()).toPlainString();
        }

        @Override
        public Object format(TemplateNumberModel model) throws TemplateModelException {
            return text(formatToPlainText(model));
        }

        @Override
        public boolean isLocaleBound() {
            return false;
        }

        @Override
        public String getDescription() {
            return "bare number";
        }
    }

    static final class Flag extends RawOutput implements TemplateBooleanModel {
        private final boolean value;

        Flag(boolean value) {
            super(Boolean.toString(value), null);
            this.value = value;
        }

        @Override
        public boolean getAsBoolean() {
            return value;
        }
    }
}
