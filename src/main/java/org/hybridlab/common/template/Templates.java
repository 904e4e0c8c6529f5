package org.hybridlab.common.template;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import freemarker.cache.ConditionalTemplateConfigurationFactory;
import freemarker.cache.FileNameGlobMatcher;
import freemarker.cache.FileTemplateLoader;
import freemarker.cache.FirstMatchTemplateConfigurationFactory;
import freemarker.cache.MultiTemplateLoader;
import freemarker.cache.TemplateLoader;
import freemarker.core.Environment;
import freemarker.core.HTMLOutputFormat;
import freemarker.core.OutputFormat;
import freemarker.core.ParseException;
import freemarker.core.TemplateClassResolver;
import freemarker.core.TemplateConfiguration;
import freemarker.core.TemplateProcessingTracer;
import freemarker.core.XMLOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.DefaultObjectWrapper;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import freemarker.template.TemplateModel;
import freemarker.template.TemplateModelException;
import freemarker.template.TemplateNotFoundException;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;

/**
 * Renders files from templates and a model. {@code [=x]} writes a literal of the file's language, which the template's
 * ending tells; {@code <#if>} and the like are FreeMarker's tags.
 *
 * <p>Search order: the lab's {@code templates/}, the lab's folder, the installed {@code templates/}, and the
 * installation. A lab overrides a file by its name.
 */
public final class Templates {
    /** Limit for a lab's template. hybridlab's longest takes a tenth of a second. */
    private static final long PATIENCE_MILLIS = 20_000;

    private final Path home;
    private final InstalledNames installedNames;
    private final Configuration installed;
    private final LabFolder lab;
    private final boolean overridden;
    private Configuration own;

    private Templates(Path home, InstalledNames installedNames, Configuration installed, LabFolder lab,
                      boolean overridden) {
        this.home = home;
        this.installedNames = installedNames;
        this.installed = installed;
        this.lab = lab;
        this.overridden = overridden;
    }

    private static Configuration configuration(Path home, InstalledNames names, Optional<LabFolder> lab) {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_35);
        configuration.setTemplateLoader(loader(home, names, lab));
        configuration.setDefaultEncoding("UTF-8");
        configuration.setLocale(Locale.ROOT);
        // Otherwise Vagrantfile_en.ftl would replace Vagrantfile.ftl.
        configuration.setLocalizedLookup(false);
        // Never reload a template.
        configuration.setTemplateUpdateDelayMilliseconds(Long.MAX_VALUE);
        // Ruby, bash and PowerShell all use ${ and #{ themselves.
        configuration.setInterpolationSyntax(Configuration.SQUARE_BRACKET_INTERPOLATION_SYNTAX);
        configuration.setTagSyntax(Configuration.ANGLE_BRACKET_TAG_SYNTAX);
        configuration.setObjectWrapper(new ModelWrapper());
        configuration.setCustomNumberFormats(Map.of("bare", new RawOutput.NumberFormatFactory()));
        configuration.setNumberFormat("@bare");
        configuration.setBooleanFormat("c");
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
        configuration.setFallbackOnNullLoopVariable(false);
        configuration.setNewBuiltinClassResolver(TemplateClassResolver.ALLOWS_NOTHING_RESOLVER);
        configuration.setTemplateConfigurations(languages());
        return configuration;
    }

    public static Templates of(Path home, Path lab) {
        return installed(home).forLab(new LabFolder(lab));
    }

    public static Templates installed(Path home) {
        InstalledNames names = InstalledNames.in(home);
        return new Templates(home, names, configuration(home, names, Optional.empty()), new LabFolder(home), false);
    }

    /**
     * For one lab. Labs without overrides share parsed templates, since parsing costs more than rendering. With an
     * override, which any template may include, a lab has its own.
     */
    public Templates forLab(LabFolder lab) {
        lab.inside(lab.path().resolve("templates"));
        return new Templates(home, installedNames, installed, lab, !LabTemplates.in(lab, installedNames).isEmpty());
    }

    /** The lab's templates at installed paths that replace nothing, and that no template of the lab includes. */
    public List<LabTemplates.Unused> unused() {
        return LabTemplates.unused(lab.path(), installedNames);
    }

    /**
     * Text with LF line ends (CRLF for PowerShell).
     *
     * @param template for example {@code linux/prepare.sh.ftl}
     * @param model records, lists, maps, strings, numbers, booleans, {@code Optional}, by name
     * @throws LabException {@code template-missing}, or {@code template-failed} with name, line and column
     */
    public String render(String template, Map<String, ?> model) {
        String text;
        try {
            text = !overridden && installedNames.contains(template)
                    ? rendered(parsed(template), model, null, new StringWriter())
                    : BoundedRendering.within(PATIENCE_MILLIS,
                    watch -> rendered(parsed(template), model, watch, watch.out()));
        } catch (BoundedRendering.TooMuch e) {
            throw failed(template, e.line(), e.column(), e.getMessage(), e);
        } catch (TemplateNotFoundException e) {
            throw LabException.hostNotReady("template-missing", "The template " + template + " is not there.",
                    "Install hybridlab again, or put the file into the lab's templates folder.").causedBy(e);
        } catch (ParseException e) {
            throw failed(e.getTemplateName(), e.getLineNumber(), e.getColumnNumber(), e.getEditorMessage(), e);
        } catch (TemplateException e) {
            throw failed(e.getTemplateSourceName(), e.getLineNumber(), e.getColumnNumber(),
                    e.getMessageWithoutStackTop(), e);
        } catch (IOException e) {
            throw LabException.hostNotReady("template-missing", "The template %s could not be read: %s"
                    .formatted(template, e.getMessage()), "Look at the file's permissions.").causedBy(e);
        }
        return template.endsWith(".ps1.ftl") ? PowerShellFile.of(template, text) : text;
    }

    /**
     * Renders a template for rules, which get its errors.
     *
     * @throws LabException {@code template-missing}
     */
    public TracedText trace(String template, Map<String, ?> model) {
        try {
            return BoundedRendering.within(PATIENCE_MILLIS, watch -> traced(parsed(template), model, watch));
        } catch (BoundedRendering.TooMuch e) {
            return TracedText.wrong(TracedText.Mistake.of(e.line(), e.column(), e.getMessage()));
        } catch (ParseException e) {
            return TracedText.wrong(TracedText.Mistake.of(e.getLineNumber(), e.getColumnNumber(),
                    e.getEditorMessage()));
        } catch (TemplateException e) {
            return TracedText.wrong(TracedText.Mistake.of(e.getLineNumber(), e.getColumnNumber(),
                    e.getMessageWithoutStackTop()));
        } catch (IOException e) {
            throw LabException.hostNotReady("template-missing", "The template %s could not be read: %s"
                    .formatted(template, e.getMessage()), "Look at the file's permissions.").causedBy(e);
        }
    }

    private Template parsed(String template) throws IOException {
        return (!overridden && installedNames.contains(template) ? installed : own()).getTemplate(template);
    }

    /** Lazy, since most labs have no templates. */
    private synchronized Configuration own() {
        if (own == null) {
            own = configuration(home, installedNames, Optional.of(lab));
        }
        return own;
    }

    /** @param tracer null: none */
    private static String rendered(Template template, Map<String, ?> model, TemplateProcessingTracer tracer,
                                   StringWriter out) throws TemplateException, IOException {
        Environment environment = template.createProcessingEnvironment(model, out);
        environment.setTemplateProcessingTracer(tracer);
        environment.process();
        return out.toString();
    }

    private static TracedText traced(Template template, Map<String, ?> model, BoundedRendering.Watch watch)
            throws TemplateException, IOException {
        TextOrigins origins = new TextOrigins(watch, template, watch.out().getBuffer());
        return TracedText.of(rendered(template, model, origins, watch.out()), origins);
    }

    /** Only templates of the installation, since labs, workspaces and keys of others may be there. */
    private static TemplateLoader loader(Path home, InstalledNames names, Optional<LabFolder> lab) {
        List<TemplateLoader> loaders = new ArrayList<>();
        lab.map(LabLoader::new).ifPresent(loaders::add);
        try {
            for (Path folder : List.of(home.resolve("templates"), home)) {
                if (Files.isDirectory(folder)) {
                    loaders.add(new FileTemplateLoader(folder.toFile()) {
                        @Override
                        public Object findTemplateSource(String name) throws IOException {
                            // templates/NAME is how a lab's own NAME includes the one that it replaces.
                            return names.contains(name) || names.contains(name.replaceFirst("^templates/", ""))
                                    ? super.findTemplateSource(name) : null;
                        }
                    });
                }
            }
        } catch (IOException e) {
            throw LabException.hostNotReady("template-missing", "Templates could not be read: " + e.getMessage(),
                    "Look at the permissions of the installation.").causedBy(e);
        }
        return new MultiTemplateLoader(loaders.toArray(TemplateLoader[]::new));
    }

    private static FirstMatchTemplateConfigurationFactory languages() {
        QuotingFormat ruby = new QuotingFormat("ruby", Quoting::ruby);
        QuotingFormat yaml = new QuotingFormat("yaml", Quoting::yaml);
        QuotingFormat toml = new QuotingFormat("toml", Quoting::yaml);
        return new FirstMatchTemplateConfigurationFactory(
                language("*.rb.ftl", ruby),
                language("Vagrantfile.ftl", ruby),
                language("*.sh.ftl", new QuotingFormat("shell", Quoting::shell)),
                language("*.ps1.ftl", new QuotingFormat("powershell", Quoting::powerShell)),
                language("*.yaml.ftl", yaml),
                language("*.yml.ftl", yaml),
                language("*.json.ftl", new QuotingFormat("json", Quoting::json)),
                language("*.toml.ftl", toml),
                language("*.toml.in.ftl", toml),
                language("*.html.ftl", HTMLOutputFormat.INSTANCE),
                language("*.svg.ftl", XMLOutputFormat.INSTANCE),
                language("*", new QuotingFormat("unknown", Quoting::refuse)));
    }

    private static ConditionalTemplateConfigurationFactory language(String glob, OutputFormat format) {
        TemplateConfiguration language = new TemplateConfiguration();
        language.setOutputFormat(format);
        return new ConditionalTemplateConfigurationFactory(new FileNameGlobMatcher(glob), language);
    }

    private static LabException failed(String template, Integer line, Integer column, String why, Exception cause) {
        return LabException.invalid("template-failed", "The template %s cannot be used, at line %s, column %s."
                        .formatted(template, line, column),
                "If the lab brings this file, fix it there; else this is a mistake of hybridlab's.")
                .because(why).causedBy(cause);
    }

    private record LabLoader(LabFolder lab) implements TemplateLoader {
        @Override
        public Object findTemplateSource(String name) throws IOException {
            Optional<Path> file = lab.template(name);
            return file.isPresent() ? lab.read(file.get()) : null;
        }

        @Override
        public long getLastModified(Object source) {
            return -1;
        }

        @Override
        public Reader getReader(Object source, String encoding) throws IOException {
            return new InputStreamReader(new ByteArrayInputStream((byte[]) source), encoding);
        }

        @Override
        public void closeTemplateSource(Object source) {
            // It is in memory.
        }
    }

    /**
     * Shows records by component, an empty {@link Optional} as a missing value ({@code <#if machine.box??>}), and
     * numbers and booleans unquoted.
     */
    static final class ModelWrapper extends DefaultObjectWrapper {
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

    /** ASCII with CRLF: Windows PowerShell 5.1 reads a script without BOM in the ANSI code page. */
    static final class PowerShellFile {
        private PowerShellFile() {
        }

        static String of(String template, String text) {
            int line = 1;
            for (int i = 0; i < text.length(); i++) {
                char unit = text.charAt(i);
                if (unit > '~') {
                    throw LabException.invalid("template-failed",
                            "The template %s has the character U+%04X in line %d of what it renders."
                                    .formatted(template, (int) unit, line),
                            "Write it as [char]0x%04x, or let [=value] do so.".formatted((int) unit));
                }
                line += unit == '\n' ? 1 : 0;
            }
            return text.replace("\r\n", "\n").replace("\n", "\r\n");
        }
    }
}
