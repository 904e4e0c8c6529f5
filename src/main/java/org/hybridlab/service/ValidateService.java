package org.hybridlab.service;

import java.util.List;
import java.util.Optional;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabReading;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.Violation;
import org.hybridlab.provision.apiserver.LoopbackApiServer;
import org.hybridlab.provision.apiserver.ServerRefusals;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.kubernetes.NamedKubeconfig;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.EnvironmentVariables;
import org.hybridlab.service.context.FileOnly;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.TaskListener;
import org.hybridlab.service.estimate.RegistryImages;
import org.hybridlab.service.lab.LabService;

/** Finds everything that is wrong with a lab file. Keeps nothing, and asks registries only on request. */
public final class ValidateService {
    private final ServiceContext context;
    private final LabService labs;

    public ValidateService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    /**
     * @param forHost whether to judge it for this host too: memory, cores, networks, boxes and provider
     * @param registries whether to ask them for the images that machines will pull
     * @param effects whether to list what the lab would do on this host
     * @param server whether to let an API server judge the objects of a lab that is good otherwise
     */
    public record ValidateOptions(OpenOptions open, boolean forHost, boolean registries, boolean effects,
                                  boolean server) {
    }

    /** @param effects as {@code images}: empty if not asked, or the file has errors */
    public record Validation(LabReading reading, Optional<List<String>> effects, Optional<RegistryImages> images) {
        public boolean valid() {
            return reading.lab().isPresent();
        }

        public ExitCode exitCode() {
            return valid() ? images.map(RegistryImages::exitCode).orElse(ExitCode.OK) : ExitCode.INVALID;
        }
    }

    /**
     * @throws LabException {@code cluster-kubeconfig} or {@code api-server-of-others} (exit 2), or as {@link
     * LoopbackApiServer#start}
     */
    public Validation validate(NamedLab lab, ValidateOptions options) {
        LabReading offline = read(lab, options);
        if (options.server() && offline.lab().isEmpty()) {
            context.listener().message("Skipping --server: fix the errors in the lab first.");
        }
        LabReading reading = offline.lab().filter(good -> options.server())
                .map(good -> LabFile.with(refusals(good, offline), offline, lab.location().file())).orElse(offline);
        reading.lab().filter(good -> options.forHost()).ifPresent(good -> NamedKubeconfig.check(good,
                new LabFolder(lab.location().folder()), context.workspace(lab.location()), context.environment()));
        return new Validation(reading, reading.lab().filter(good -> options.effects())
                .map(good -> labs.effects(labs.opener().open(lab.location(), options.open()))), reading.lab()
                .filter(good -> options.registries())
                .map(good -> images(lab, options.open())));
    }

    private LabReading read(NamedLab lab, ValidateOptions options) {
        return options.forHost() ? labs.opener().read(lab.location(), options.open())
                : LabFile.read(lab.location().file(),
                        new FileOnly(options.open(), usual()),
                        HostView.unknown().with(labs.bundled(context.workspace(lab.location()))),
                        labs.workshop().manifestTemplates());
    }

    private List<Violation> refusals(Lab lab, LabReading reading) {
        if (lab.joinsExisting()) {
            throw LabException.invalid("api-server-of-others", "The lab joins a cluster of others, which has its own "
                    + "API server.", "Leave out --server.");
        }
        try (CancellableScope ignored = context.listener().cancellable();
                TaskListener task = context.listener().task()) {
            task.note("an API server of Kubernetes %s judges the objects".formatted(lab.kubernetes()));
            try (LoopbackApiServer server = LoopbackApiServer.start(lab, context.bundles(), context.processes(),
                    context.cancellation())) {
                return new ServerRefusals(server.cluster(), context.cancellation()).of(reading.apps());
            }
        }
    }

    /** The lab file names the registries, and the passwords sent to them. It must be trusted. */
    private RegistryImages images(NamedLab lab, OpenOptions options) {
        OpenLab open = labs.opener().open(lab.location(), options);
        labs.needTrust(open);
        return RegistryImages.ask(context, labs, labs.labContext(open));
    }

    /** The user's choice for labs that name none. */
    private Optional<ProviderName> usual() {
        return Optional.of(EnvironmentVariables.value(context.environment(), EnvironmentVariables.PROVIDER))
                .filter(name -> !name.isEmpty()).map(ProviderName::of);
    }
}
