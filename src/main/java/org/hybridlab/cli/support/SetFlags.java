package org.hybridlab.cli.support;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.config.file.reader.SetValues;
import picocli.CommandLine.Option;

/** {@code --set} and its short form for the version. */
public final class SetFlags {
    @Option(names = "--set", paramLabel = "KEY=VALUE", description = {
            "Take this value in place of the lab file's, for example network.mode=l2bridge or "
                    + "machines.node.memory=2GiB.",
            "Stays so until the lab is destroyed, or KEY= returns to the lab file's value. Repeat it for more."})
    private Map<String, String> set = new LinkedHashMap<>();
    @Option(names = "--kubernetes", paramLabel = "VERSION", description = "The same as --set kubernetes=VERSION.")
    private String kubernetes;

    public SetValues given() {
        Map<String, String> all = new LinkedHashMap<>(set);
        if (kubernetes != null) {
            all.put("kubernetes", kubernetes);
        }
        return new SetValues(all);
    }
}
