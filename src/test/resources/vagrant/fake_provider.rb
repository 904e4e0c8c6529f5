# A Vagrant provider without machines: files say what runs, so that the real vagrant can be driven without a hypervisor.
# A file NAME.go ends what takes long.
require "json"

module HybridlabFake
  class Failure < Vagrant::Errors::VagrantError
    error_message "the fake provider was told to fail, with a comma, and\na second line"
  end

  class Plugin < Vagrant.plugin("2")
    name "hybridlab fake provider"
    provider(:docker, parallel: true, box_optional: true, priority: 100) { Provider }
    config(:docker, :provider) { Config }
    provider_capability(:docker, :snapshot_list) { Snapshots }
  end

  class Snapshots
    def self.snapshot_list(machine)
      file = machine.provider.file("snapshots")
      file.exist? ? file.read.lines(chomp: true) : []
    end
  end

  class Config < Vagrant.plugin("2", :config)
    attr_accessor :seconds, :fails
  end

  class Provider < Vagrant.plugin("2", :provider)
    def initialize(machine)
      @machine = machine
    end

    def action(name)
      general = Vagrant::Action::General
      steps = { up: [Up], halt: [Halt], destroy: [Destroy],
                package: [general::PackageSetupFolders, general::PackageSetupFiles, Halt, general::Package, Disk] }[name] or return nil
      Vagrant::Action::Builder.new.tap { |builder| steps.each { |step| builder.use step } }
    end

    def state
      id = @machine.id && File.exist?(file("running")) ? :running : @machine.id ? :stopped : :not_created
      Vagrant::MachineState.new(id, id.to_s.tr("_", " "), "as the fake says")
    end

    def ssh_info
      state.id == :running ? { host: "127.0.0.1", port: 2200 } : nil
    end

    def file(name)
      @machine.env.root_path.join("#{@machine.name}.#{name}")
    end
  end

  class Step
    def initialize(app, env)
      @app = app
    end

    def mark(env, name, there)
      path = env[:machine].provider.file(name)
      there ? path.write("yes") : path.exist? && path.delete
    end
  end

  class Up < Step
    def call(env)
      config = env[:machine].provider_config
      mark(env, "started", true)
      env[:machine].id = env[:machine].name.to_s
      deadline = Time.now + (config.seconds || 0)
      go = env[:machine].provider.file("go")
      sleep 0.05 while Time.now < deadline && !go.exist? && !env[:interrupted]
      raise Failure if config.fails
      mark(env, "running", true) unless env[:interrupted]
      env[:ui].info("environment: " + ENV.select { |key, _| key.start_with?("VAGRANT_", "HYBRIDLAB") }.to_json)
      @app.call(env)
    end

    def recover(env)
      mark(env, "recovered", true)
    end
  end

  class Halt < Step
    def call(env)
      mark(env, "running", false)
      @app.call(env)
    end
  end

  # As providers do in their last step: what it leaves in the folder is packed on the way back.
  class Disk < Step
    def call(env)
      File.write(File.join(env["package.directory"], "box.img"), "the disk of #{env[:machine].name}")
      @app.call(env)
    end
  end

  class Destroy < Step
    def call(env)
      mark(env, "running", false)
      env[:machine].id = nil
      @app.call(env)
    end
  end
end
