package org.hybridlab.config.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.model.WindowsSettings;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Public boxes and what is known of them: data ({@code boxes.yaml}), so that another box is another entry.
 *
 * @param needs files of this host of which one is enough, by name of the need
 * @param faults of updates of Windows
 */
public record KnownBoxes(List<KnownBox> boxes, Map<String, List<String>> needs, List<UpdateFault> faults) {
    private static final Set<String> KEYS = Set.of("name", "use", "publisher", "version", "builds", "sha256",
            "providers", "user", "password", "communicator", "nic", "disk", "needs", "download", "size", "licence");

    public KnownBoxes {
        boxes = List.copyOf(boxes);
        needs = Map.copyOf(needs);
        faults = List.copyOf(faults);
    }

    /** Read once, when somebody first asks. */
    private static final class Installed {
        private static final KnownBoxes BOXES = read();

        private static KnownBoxes read() {
            return of(new Yaml(new SafeConstructor(new LoaderOptions())).load(
                    ResourceText.of(KnownBoxes.class, "boxes.yaml")));
        }
    }

    public static KnownBoxes installed() {
        return Installed.BOXES;
    }

    public Optional<KnownBox> named(String name) {
        return boxes.stream().filter(box -> box.name().equals(name)).findFirst();
    }

    /** What Linux machines start from that name no box and get Kubernetes from this host. */
    public KnownBox stock() {
        return used("stock");
    }

    /** The box for machines of that build that name none; empty: the lab file must name one. */
    public Optional<KnownBox> of(WindowsBuild build, ProviderName provider) {
        return boxes.stream().filter(box -> box.use().equals(Integer.toString(build.number()))
                && box.providers().contains(provider)).findFirst();
    }

    /** Every box with that build for that provider, the one that is taken by itself first. */
    public List<KnownBox> all(WindowsBuild build, ProviderName provider) {
        return boxes.stream().filter(box -> box.build().filter(build::equals).isPresent()
                && box.providers().contains(provider)).toList();
    }

    /**
     * What a Windows machine's box needs; of a box that is not known here, what the usual ones need.
     *
     * @param base the box that the machine's own was packaged from, if it was
     */
    public KnownBox of(Machine machine, Optional<String> base) {
        return base.or(() -> machine.box().map(BoxChoice::name)).flatMap(this::named)
                .orElseGet(() -> used(Integer.toString(machine.windows().map(WindowsSettings::build)
                        .filter(build -> boxes.stream().anyMatch(box -> box.use().equals("" + build.number())))
                        .orElse(WindowsBuild.usual()).number())));
    }

    private KnownBox used(String use) {
        return boxes.stream().filter(box -> box.use().equals(use)).findFirst().orElseThrow();
    }

    private static KnownBoxes of(Map<String, Object> file) {
        return new KnownBoxes(list(file, "boxes").stream().map(KnownBoxes::box).toList(),
                lists(map(file.get("needs"))), list(file, "faults").stream().map(KnownBoxes::fault).toList());
    }

    private static KnownBox box(Map<String, Object> box) {
        if (!box.keySet().equals(KEYS)) {
            throw new IllegalArgumentException("boxes.yaml: %s has the keys %s".formatted(box.get("name"),
                    box.keySet()));
        }
        return new KnownBox(text(box, "name"), text(box, "use"), text(box, "publisher"), known(box, "version"),
                texts(map(box.get("builds"))), known(box, "sha256").isEmpty() ? Map.of()
                        : providers(texts(map(box.get("sha256")))),
                strings(box.get("providers")).stream().map(ProviderName::of).collect(Collectors.toSet()),
                new KnownBox.Login(text(box, "user"), known(box, "password"), text(box, "communicator")),
                text(box, "nic"), text(box, "disk"), providers(lists(map(box.get("needs")))),
                known(box, "download").map(size -> OptionalDouble.of(Double.parseDouble(size)))
                        .orElse(OptionalDouble.empty()),
                number(known(box, "size")), known(box, "licence").map(given -> licence(map(box.get("licence")))));
    }

    private static KnownBox.Licence licence(Map<String, Object> licence) {
        return new KnownBox.Licence((Integer) licence.get("days"), number(known(licence, "activation")));
    }

    private static UpdateFault fault(Map<String, Object> fault) {
        return new UpdateFault((Integer) fault.get("build"),
                Optional.of(text(fault, "hns")).filter(hns -> !hns.equals("all")), (Integer) fault.get("from"),
                (Integer) fault.get("to"), text(fault, "what"), text(fault, "source"));
    }

    /** Empty where the file says in words that there is none, or that nobody knows. */
    private static Optional<String> known(Map<String, Object> map, String key) {
        return Optional.of(text(map, key)).filter(text -> !Set.of("unknown", "unpinned", "none").contains(text));
    }

    private static OptionalInt number(Optional<String> text) {
        return text.map(number -> OptionalInt.of(Integer.parseInt(number))).orElse(OptionalInt.empty());
    }

    private static String text(Map<String, Object> map, String key) {
        return map.get(key).toString();
    }

    private static Map<String, String> texts(Map<String, Object> map) {
        Map<String, String> texts = new LinkedHashMap<>();
        map.forEach((key, value) -> texts.put(key, value.toString()));
        return texts;
    }

    private static Map<String, List<String>> lists(Map<String, Object> map) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        map.forEach((key, value) -> lists.put(key, strings(value)));
        return lists;
    }

    private static <T> Map<ProviderName, T> providers(Map<String, T> map) {
        Map<ProviderName, T> providers = new LinkedHashMap<>();
        map.forEach((key, value) -> providers.put(ProviderName.of(key), value));
        return providers;
    }

    private static List<String> strings(Object list) {
        return ((List<?>) list).stream().map(Object::toString).toList();
    }

    private static List<Map<String, Object>> list(Map<String, Object> map, String key) {
        List<Map<String, Object>> list = new ArrayList<>();
        ((List<?>) map.get(key)).forEach(item -> list.add(map(item)));
        return list;
    }

    private static Map<String, Object> map(Object map) {
        Map<String, Object> typed = new LinkedHashMap<>();
        ((Map<?, ?>) map).forEach((key, value) -> typed.put(key.toString(), value));
        return typed;
    }
}
