package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ThrowAwayIdentity;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.kubernetes.TestedKubeconfig;
import org.hybridlab.provision.up.LabContextFactory;
import org.hybridlab.service.context.Approval;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever file but lab.yaml is put anywhere in a trusted lab's folder, at whatever moment: no byte changes of what
 * counts there, or the user is asked again, or the lab is refused. With virtual machines the Vagrantfile counts; on
 * docker and in a cluster of others everything does. The workspace is hybridlab's own.
 */
class LabTrustPropertyTest {
    private static final int CASES = Integer.getInteger("hybridlab.trust.cases", 150);
    private static final long SEED = Long.getLong("hybridlab.trust.seed", 47);
    private static final Path HOME = Path.of("").toAbsolutePath();
    private static final String EVIL = "# EVIL\n";
    private static final String APPS = "apps: [{name: shop}, {name: parts}, {name: plain}]\n";

    /** When the file comes: before the question, right after it, or once the lab's steps run. */
    private enum Moment { BEFORE_QUESTION, AFTER_QUESTION, WHILE_STEPS_RUN }

    /** Labs to begin with; what is trusted of each is in the folder when it is. */
    private enum Kind {
        PLAIN, EMPTY_TEMPLATES, OWN_VAGRANTFILE, LINKED_TEMPLATES, LINKED_VAGRANTFILE, LINKED_MANIFESTS
    }

    /** Where it comes up, and whether it joins a cluster of others there. */
    private enum Place {
        VM(ProviderName.LIBVIRT, false), DOCKER(ProviderName.DOCKER, false), VM_JOINED(ProviderName.LIBVIRT, true),
        DOCKER_JOINED(ProviderName.DOCKER, true);

        private final ProviderName provider;
        private final boolean joins;

        Place(ProviderName provider, boolean joins) {
            this.provider = provider;
            this.joins = joins;
        }

        boolean isVm() {
            return provider == ProviderName.LIBVIRT && !joins;
        }
    }

    @TempDir
    private Path world;
    private final Random random = new Random(SEED);
    private List<String> names;
    private LabContextFactory factory;
    private LabTrust trust;
    private String kubeconfig;
    private String otherKubeconfig;

    @Test
    void newFile_changesNothing_orIsAskedFor() throws Exception {
        begin();
        Map<String, Integer> ends = new TreeMap<>();
        Map<String, Integer> classes = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        Map<String, String> trusted = new HashMap<>();
        for (int i = 0; i < CASES; i++) {
            Place place = any(Place.values());
            Kind kind = any(Kind.values());
            Moment moment = any(Moment.values());
            String end = "refused at once";
            String change = "";
            lay(place, kind);
            try {
                trust.need(open(place), List::of);
                String before = trusted.computeIfAbsent(place + " " + kind,
                        key -> bytes(place, open(place), () -> { }));
                List<String> done = new ArrayList<>();
                end = end(place, before, moment, () -> done.add(change(kind, moment)));
                change = String.join("", done);
            } catch (LabException e) {
                end += " " + e.id();
            }
            ends.merge(end, 1, Integer::sum);
            if (end.startsWith("CHANGED")) {
                wrong.add("%s %s %s: %s: %s".formatted(place, kind, moment, end, change));
                classes.merge("%s %s: %s".formatted(moment, end, change.replaceAll(" .*", "")), 1, Integer::sum);
            }
        }
        System.out.printf("%d cases, seed %d: %s%n", CASES, SEED, ends);
        classes.forEach((name, count) -> System.out.printf("  unasked: %s (%d)%n", name, count));
        assertThat(wrong).as("seed %d, of %d cases: %s", SEED, CASES, ends).isEmpty();
    }

    private String end(Place place, String before, Moment moment, Runnable change) {
        if (moment == Moment.BEFORE_QUESTION) {
            change.run();
        }
        try {
            OpenLab open = open(place);
            if (!trust.isGiven(open, List::of)) {
                return "asked";
            }
            if (moment == Moment.AFTER_QUESTION) {
                change.run();
            }
            String after = bytes(place, open, moment == Moment.WHILE_STEPS_RUN ? change : () -> { });
            return after.equals(before) ? "the same" : "CHANGED";
        } catch (LabException e) {
            return "refused " + e.id();
        } catch (RuntimeException e) {
            return "CHANGED nothing, but ended as a bug: " + e.getClass().getSimpleName();
        }
    }

    /** What counts there, as text. */
    private String bytes(Place place, OpenLab open, Runnable meanwhile) {
        LabContext labContext = factory.labContext(open);
        StringBuilder all = new StringBuilder(labContext.files().vagrantfile());
        if (!place.isVm()) {
            all.append(labContext.files());
        }
        meanwhile.run();
        if (!place.isVm()) {
            Machine machine = open.lab().nodes().get(0);
            all.append(labContext.gathered().kubeletPatch())
                    .append(labContext.gathered().kubeadmJoin(machine, "/discovery", "token"));
            open.lab().machines().stream().filter(Machine::isWindows).forEach(windows ->
                    all.append(labContext.windowsFiles(windows)));
            if (place.joins) {
                all.append(TestedKubeconfig.read(open).text());
            } else {
                all.append(labContext.gathered().discovery());
            }
        }
        return all.toString();
    }

    private void begin() throws Exception {
        try (Stream<Path> templates = Files.walk(HOME.resolve("templates"))) {
            names = new ArrayList<>(templates.filter(file -> file.toString().endsWith(".ftl"))
                    .map(file -> HOME.resolve("templates").relativize(file).toString()).sorted().toList());
        }
        // Those that count most come often.
        for (int i = 0; i < 10; i++) {
            names.addAll(List.of("apps/shop.yaml", "apps/shop.yaml.ftl", "apps/parts.yaml", "apps/parts.yaml.ftl",
                    "apps/parts/one.yaml", "apps/data.yaml.ftl", "apps/plain/more.yaml", "apps/plain/object.json",
                    "kubernetes/kubeadm-join.yaml.ftl", "kubernetes/discovery.yaml.ftl",
                    "kubernetes/kubelet-patch.json.ftl", "linux/prepare.sh.ftl", "extra.rb.ftl", "admin.conf",
                    "ca.crt", "README.md"));
        }
        Processes none = new FakePrograms();
        UserFolders folders = UserFolders.of(Map.of(), world);
        Map<String, String> environment = Map.of("HYBRIDLAB_HOME", HOME.toString());
        factory = Checkout.workshop(world, none);
        trust = new LabTrust(new ServiceContext(environment, world, world, folders, none, new Cancellation(), false,
                ServiceListener.lines(line -> { }), Approval.EVERYTHING));
        kubeconfig = ThrowAwayIdentity.in(world).kubeconfig("https://127.0.0.1:1");
        otherKubeconfig = ThrowAwayIdentity.in(Files.createDirectory(world.resolve("other")))
                .kubeconfig("https://127.0.0.1:1");
        Workspace workspace = Workspace.in(world.resolve("workspace")).create();
        workspace.write("kubeconfig", kubeconfig);
        workspace.write("kubernetes/ca.crt", KubeConfig.parse(kubeconfig).authority());
        Files.createDirectories(world.resolve("outside/vagrant"));
        for (String name : List.of("Vagrantfile.ftl", "vagrant/libvirt.rb.ftl", "evil.yaml")) {
            Files.writeString(world.resolve("outside").resolve(name), EVIL);
        }
    }

    private Path lab() {
        return world.resolve("lab");
    }

    private OpenLab open(Place place) {
        Path file = lab().resolve("lab.yaml");
        OpenChoices choices = new OpenChoices() {
            @Override
            public Optional<ProviderName> provider(Optional<ProviderName> written) {
                return Optional.of(place.provider);
            }

            @Override
            public Cidr machineNetwork(Optional<ProviderName> any, List<Cidr> others) {
                return Cidr.parse("192.168.57.0/24");
            }
        };
        return new OpenLab(new LabLocation(file), LabFile.read(file, choices, HostView.unknown()).orThrow(),
                Workspace.in(world.resolve("workspace")), new ProviderChoice(place.provider, "the test says so"),
                List.of());
    }

    private void lay(Place place, Kind kind) throws IOException {
        delete(lab());
        String machines = place.joins ? """
                cluster: {kubeconfig: admin.conf}
                network: {pods: 10.244.0.0/16, services: 10.96.0.0/12}
                machines: [{name: node}]
                """ : """
                untaint: true
                machines: [{name: control, role: control-plane, memory: 3GiB}]
                """;
        put("lab.yaml", "name: duo\nkubernetes: 1.36\n" + machines + APPS);
        if (kind == Kind.EMPTY_TEMPLATES || kind == Kind.LINKED_MANIFESTS) {
            put("apps/shop.yaml", object("shop"));
        } else {
            put("apps/shop.yaml.ftl", "<#include \"data.yaml.ftl\">\n");
        }
        put("apps/data.yaml.ftl", object("data"));
        put("apps/other/data.yaml.ftl", object("other"));
        put("apps/parts.yaml", object("parts"));
        put("apps/plain/one.yaml", object("plain"));
        if (place.joins) {
            put("admin.conf", kubeconfig.replaceFirst("certificate-authority-data: .*",
                    "certificate-authority: ca.crt"));
            put("ca.crt", KubeConfig.parse(kubeconfig).authority());
        }
        String vagrantfile = Files.readString(HOME.resolve("Vagrantfile.ftl"));
        switch (kind) {
            case EMPTY_TEMPLATES -> Files.createDirectory(lab().resolve("templates"));
            case OWN_VAGRANTFILE -> {
                put("Vagrantfile.ftl", vagrantfile + "<#include \"extra.rb.ftl\">\n");
                put("extra.rb.ftl", "# mine\n");
            }
            case LINKED_TEMPLATES -> {
                put("v1/vagrant/libvirt.rb.ftl", "# mine\n");
                put("v2/vagrant/libvirt.rb.ftl", EVIL);
                link("templates", "v1");
            }
            case LINKED_VAGRANTFILE -> {
                put("v1/Vagrantfile.ftl", vagrantfile);
                put("v2/Vagrantfile.ftl", vagrantfile + EVIL);
                link("Vagrantfile.ftl", "v1/Vagrantfile.ftl");
            }
            case LINKED_MANIFESTS -> {
                put("v1/one.yaml", object("plain"));
                put("v2/one.yaml", object("evil"));
                delete(lab().resolve("apps/plain"));
                link("apps/plain", "../v1");
            }
            default -> {
                // Nothing more.
            }
        }
    }

    /** Changes something of the lab's folder, and says what. */
    private String change(Kind kind, Moment moment) {
        try {
            return random.nextInt(5) == 0 ? changeThere(kind, moment) : add();
        } catch (FileAlreadyExistsException e) {
            return "nothing: a file is in the way";
        } catch (IOException e) {
            return "nothing: " + e;
        }
    }

    /** Of what is there already. A template that is gone before the question leaves what hybridlab brings. */
    private String changeThere(Kind kind, Moment moment) throws IOException {
        List<Path> there = files();
        Path one = there.get(random.nextInt(there.size()));
        switch (kind) {
            case LINKED_TEMPLATES -> {
                Files.deleteIfExists(lab().resolve("templates"));
                link("templates", "v2");
                return "retargeted-folder-link templates";
            }
            case LINKED_VAGRANTFILE -> {
                Files.deleteIfExists(lab().resolve("Vagrantfile.ftl"));
                link("Vagrantfile.ftl", "v2/Vagrantfile.ftl");
                return "retargeted-file-link Vagrantfile.ftl";
            }
            case LINKED_MANIFESTS -> {
                Files.deleteIfExists(lab().resolve("apps/plain"));
                link("apps/plain", "../v2");
                return "retargeted-folder-link apps/plain";
            }
            default -> {
                String name = lab().relativize(one).toString();
                if (name.endsWith(".ftl") && moment != Moment.BEFORE_QUESTION && random.nextBoolean()) {
                    Files.delete(one);
                    return "deleted " + name;
                }
                Files.writeString(one, evil(name));
                return "changed " + name;
            }
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(lab())) {
            return all.filter(file -> Files.isRegularFile(file) && !file.endsWith("lab.yaml")).sorted().toList();
        }
    }

    private String add() throws IOException {
        String known = random.nextInt(3) == 0
                ? any("Vagrantfile.ftl", "vagrant/libvirt.rb.ftl", "vagrant/docker.rb.ftl")
                : names.get(random.nextInt(names.size()));
        String how = any("exactly", "before-last-dot", "before-first-dot");
        String suffix = how.equals("exactly") ? "" : any("_", "_", "_", "_en", "_en_US", "_de_DE", "_C", " ", "~");
        int dot = how.equals("before-last-dot") ? known.lastIndexOf('.')
                : known.indexOf('.', known.lastIndexOf('/') + 1);
        String name = known.substring(0, dot) + suffix + known.substring(dot);
        String letters = any("", "", "", "", "", "", "UPPER", "lower");
        name = letters.equals("UPPER") ? name.toUpperCase(Locale.ROOT)
                : letters.equals("lower") ? name.toLowerCase(Locale.ROOT) : name;
        name = any("", "", "", "templates/", "templates/", "templates/", "templates/templates/", "apps/", "v1/") + name;
        String what = any("file", "file", "file", "empty", "folder", "link-to-file", "link-out", "link-to-folder",
                "link-to-folder-out");
        Path path = lab().resolve(name);
        if (!what.contains("to-folder") && !what.equals("folder")) {
            Files.deleteIfExists(path);
            Files.createDirectories(path.getParent());
        }
        switch (what) {
            case "file" -> Files.writeString(path, evil(known));
            case "empty" -> Files.writeString(path, "");
            case "folder" -> Files.createDirectories(path);
            case "link-to-file" -> Files.createSymbolicLink(path, put("hidden/" + known, evil(known)));
            case "link-out" -> Files.createSymbolicLink(path, world.resolve("outside/evil.yaml"));
            case "link-to-folder" -> {
                Path folder = topOf(path);
                put("hidden/" + folder.relativize(path), evil(known));
                Files.createSymbolicLink(folder, lab().resolve("hidden"));
            }
            default -> Files.createSymbolicLink(topOf(path), world.resolve("outside"));
        }
        return "added-%s-%s%s %s".formatted(what, how, suffix, name);
    }

    /** The first folder on the way that is not there, or the one right below the lab's. */
    private Path topOf(Path path) throws IOException {
        Path top = path;
        while (!top.getParent().equals(lab()) && !Files.isDirectory(top.getParent())) {
            top = top.getParent();
        }
        return top.equals(path) && Files.isDirectory(path.getParent()) ? path.getParent() : top;
    }

    private String evil(String name) throws IOException {
        if (name.equals("admin.conf")) {
            return otherKubeconfig;
        }
        if (name.equals("ca.crt")) {
            return KubeConfig.parse(otherKubeconfig).authority();
        }
        if (name.startsWith("apps/")) {
            return object("evil");
        }
        Path original = Stream.of(HOME.resolve("templates").resolve(name), HOME.resolve(name))
                .filter(Files::isRegularFile).findFirst().orElse(null);
        return original == null || random.nextBoolean() ? EVIL : Files.readString(original) + EVIL;
    }

    private Path put(String name, String text) throws IOException {
        Path file = lab().resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void link(String name, String target) throws IOException {
        Files.createSymbolicLink(lab().resolve(name), Path.of(target));
    }

    private static String object(String name) {
        return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n---\n".formatted(name);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }

    @SafeVarargs
    private <T> T any(T... of) {
        return of[random.nextInt(of.length)];
    }
}
