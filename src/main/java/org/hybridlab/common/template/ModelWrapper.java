package org.hybridlab.common.template;

import java.nio.file.Path;
import java.util.Optional;

import freemarker.template.Configuration;
import freemarker.template.DefaultObjectWrapper;
import freemarker.template.TemplateModel;
import freemarker.template.TemplateModelException;

/**
 * Shows our domain to templates: components of records by name, an empty {@link Optional} as a missing value
 * ({@code <#if machine.box??>}), numbers and booleans bare.
 */
final class ModelWrapper extends DefaultObjectWrapper {
    ModelWrapper() {
        super(Configuration.VERSION_2_3_35);
    }

    @Override
    public TemplateModel wrap(Object value) throws TemplateModelException {
        if (value instanceof Optional<?> optional) {
            return wrap(optional.orElse(null));
        }
        if (value instanceof Boolean flag) {
            return new RawOutput.Flag(flag);
        }
        return super.wrap(value instanceof Path ? value.toString() : value);
    }
}
