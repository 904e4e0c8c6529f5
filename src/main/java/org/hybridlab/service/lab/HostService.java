package org.hybridlab.service.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.box.BuiltBox;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.DaemonControl;
import org.hybridlab.host.DiskRoom;
import org.hybridlab.host.Doctor;
import org.hybridlab.host.Elevation;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.HostFiles;
import org.hybridlab.host.LabRequirements;
import org.hybridlab.host.PackageInstaller;
import org.hybridlab.host.PackageManager;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Requirement;
import org.hybridlab.host.Setup;
import org.hybridlab.host.Software;
import org.hybridlab.host.StartedDaemons.Started;
import org.hybridlab.provider.Providers;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.vagrant.VagrantHome;
import org.hybridlab.provision.context.TwoPartProgress;
import org.hybridlab.provision.source.AppRenderer;
import org.hybridlab.service.context.EnvironmentVariables;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.TaskListener;

public final class HostService implements HostSetup {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final ServiceContext context;
    private final HostFiles files;
    private final HostFacts facts;

    public HostService(ServiceContext context) {
        this.context = context;
        this.files = HostFiles.ofThisHost(context.environment());
        this.facts = HostFacts.read(files, context.directory());
    }

    public HostFacts facts() {
        return facts;
    }

    /** The provider for a lab that names none. */
    public ProviderChoice choice() {
        String wanted = EnvironmentVariables.value(context.environment(), EnvironmentVariables.PROVIDER);
        return wanted.isEmpty() ? ProviderChoice.best(facts, files)
                : new ProviderChoice(ProviderName.of(wanted), EnvironmentVariables.PROVIDER + " says so");
    }

    /** The same for a lab with Windows machines, whether this host can run it or not. */
    ProviderChoice choiceForWindows() {
        return EnvironmentVariables.value(context.environment(), EnvironmentVariables.PROVIDER).isEmpty()
                ? ProviderChoice.forWindows(facts, files) : choice();
    }

    /** The least free disk room of what the provider uses, if known within that time. */
    public DiskRoom room(ProviderName provider, Duration within) {
        return DiskRoom.least(provider, facts, files, context.processes(), within);
    }

    /** @param thorough whether to ask for versions too */
    public Doctor doctor(boolean thorough) {
        return new Doctor(facts, files, context.processes(),
                VagrantHome.of(context.environment(), context.userHome()), thorough);
    }

    /** Also tries the provider and its newest box, if nothing is missing. */
    public List<Requirement> examine(ProviderName name) {
        List<Requirement> all = new ArrayList<>(doctor(true).examine(name));
        if (name.traits().sharesKernel() && all.stream().noneMatch(Requirement::isMissing)) {
            Optional<String> box = boxes().list(name, context.cancellation()).stream().filter(BuiltBox::current)
                    .map(BuiltBox::name).findFirst();
            all.add(Requirement.tried(box, () -> providers().of(name).tryOut(box, context.cancellation())));
        }
        return all;
    }

    /** Empty if the provider does not answer soon. */
    public List<Cidr> networks(ProviderName name) {
        Provider provider = providers().of(name);
        return LabException.known(() -> context.cancellation().within(SOON, provider::subnets)).flatMap(all -> all)
                .orElse(List.of());
    }

    private Providers providers() {
        return new Providers(context.processes(), context.folders().state(), facts.kvm());
    }

    /** Whether {@code setup} would change anything. Looks less closely than a thorough {@link #doctor}. */
    public boolean setupHelps(ProviderName provider) {
        return Setup.helps(doctor(false).examine(provider), PackageManager.of(facts.system()));
    }

    LabRequirements labRequirements() {
        return new LabRequirements(facts, files, context.processes(), context.environment());
    }

    /** Returns each provider once; none given: the best. @param boxes whether to install tools to build boxes */
    public List<ProviderName> setUp(List<ProviderName> providers, boolean boxes) {
        List<ProviderName> chosen = providers.isEmpty() ? List.of(choice().provider())
                : providers.stream().distinct().toList();
        chosen.forEach(this::makeReady);
        if (boxes) {
            Optional<LabException> unfit = boxes().unfit();
            unfit.map(LabException::what).ifPresent(context.listener()::message);
            install(unfit.isEmpty() ? Set.of(Software.MMDEBSTRAP, Software.GO) : Set.of(Software.GO));
        }
        return chosen;
    }

    /** Stops daemons that hybridlab started and left running. @return their programs */
    public List<String> stopDaemons() {
        return daemons().stopOurs().stream().map(Started::program).toList();
    }

    public DaemonControl daemons() {
        return new DaemonControl(facts, files, elevation(), context.processes(), context.cancellation(),
                context.folders());
    }

    @Override
    public void makeReady(ProviderName provider) {
        try (TaskListener progress = context.listener().task()) {
            setup(progress).makeReady(provider);
        }
    }

    @Override
    public void install(Set<Software> wanted) {
        if (wanted.contains(Software.MMDEBSTRAP)) {
            // Fails before the bundle is fetched, and before a program is asked for.
            boxes().unfit().ifPresent(unfit -> {
                throw unfit;
            });
        }
        try (TaskListener progress = context.listener().task()) {
            setup(progress).install(wanted);
        }
    }

    private Setup setup(TaskListener progress) {
        PackageManager manager = PackageManager.of(facts.system());
        PackageInstaller installer = new PackageInstaller(manager, elevation(), context.processes(),
                context.cancellation(), context.folders().state().resolve("logs/setup.log"));
        return new Setup(doctor(false), manager, installer, daemons(), context.approval(),
                new Setup.Listener() {
            @Override
            public void begins(String what) {
                progress.accept(what);
            }

            @Override
            public void line(String line) {
                progress.note(line);
            }
        });
    }

    public Boxes boxes() {
        return Boxes.of(context.home(), context.folders().cache(), context.environment(), elevation()::asRoot,
                context.processes());
    }

    /** Builds the Linux box if it is missing, and returns its name. @param stock without Kubernetes */
    public String buildBox(ProviderName provider, KubernetesVersion kubernetes, boolean stock) {
        Arch arch = Arch.ofThisHost();
        install(neededForBox(provider, kubernetes, stock));
        try (TaskListener task = context.listener().task()) {
            Fetching fetching = context.fetching(task);
            if (stock) {
                return boxes().ensureStock(provider, arch, fetching);
            }
            TwoPartProgress parts = new TwoPartProgress(fetching, Boxes.USUAL);
            Bundles bundles = context.bundles();
            Bundles.refuse(bundles.verify(kubernetes, Group.LINUX, arch));
            return boxes().ensure(provider, bundles.get(kubernetes, Group.LINUX, arch, parts.first()), parts.second());
        }
    }

    /** Gets it first. kubectl comes with the lab's other programs, which {@code up} needs anyway. */
    Path renderer(String program, KubernetesVersion kubernetes) {
        install(Set.of(Software.GO));
        try (TaskListener task = context.listener().task()) {
            task.note("getting %s, which renders apps of the lab".formatted(program));
            return program.equals(AppRenderer.KUBECTL)
                    ? context.bundles().program(program, kubernetes, Arch.ofThisHost(), context.fetching(task))
                    : context.bundles().get(kubernetes, Group.CHARTS, Arch.ofThisHost(), context.fetching(task))
                            .file(program);
        }
    }

    /** As in {@code up}: some parts of a bundle exist only as Go modules. */
    public Set<Software> neededForBox(ProviderName provider, KubernetesVersion kubernetes, boolean stock) {
        Arch arch = Arch.ofThisHost();
        Set<Software> needed = new LinkedHashSet<>();
        if (!boxes().exists(provider, stock ? boxes().stockName(provider, arch)
                : boxes().name(provider, kubernetes, arch), context.cancellation())) {
            needed.add(Software.MMDEBSTRAP);
        }
        if (!stock && !context.bundles().estimate(kubernetes, Group.LINUX, arch).isComplete()) {
            needed.add(Software.GO);
        }
        return needed;
    }

    private Elevation elevation() {
        return new Elevation(facts.isAdministrator(), context.terminal());
    }
}
